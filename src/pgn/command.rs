//! Where commands (`[%emt 0:00:06]`) stand in a comment, as far as folding them is concerned.

/// Goes through a comment byte by byte, and knows where in a command it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Place {
    /// In none.
    #[default]
    Outside,
    /// Behind a bracket, which begins a command if a percent sign follows.
    Bracket,
    /// In a command's name.
    Name,
    /// Behind the space that ends it.
    Values,
}

impl Place {
    /// The place behind `byte`, which stands here.
    pub(super) fn behind(self, byte: u8) -> Place {
        match (self, byte) {
            (_, b']') => Place::Outside,
            (Place::Outside | Place::Bracket, b'[') => Place::Bracket,
            (Place::Bracket, b'%') => Place::Name,
            (Place::Bracket, _) => Place::Outside,
            (Place::Name, b' ') => Place::Values,
            _ => self,
        }
    }

    /// The place behind `bytes`, which stand here.
    pub(super) fn behind_all(self, bytes: &[u8]) -> Place {
        bytes.iter().fold(self, |place, &byte| place.behind(byte))
    }

    /// Whether a line may end behind `byte`, which stands here and is no blank.
    pub(super) fn is_cut_behind(self, byte: u8) -> bool {
        matches!(self, Place::Name | Place::Values) && matches!(byte, b',' | b':')
    }
}
