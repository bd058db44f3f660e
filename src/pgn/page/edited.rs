//! Edits of a loose text, before its lines are folded.

use super::{Joint, JointKind, Loose, Unwritten, fits};
use crate::pgn::{layout::Edit, style::Style};
use std::iter::Peekable;

impl Loose {
    /// The text with `edits` made in it. Joints that are kept stay what they were. Each space put in
    /// is a gap where the line may be folded, each line end put in begins a line.
    ///
    /// # Errors
    /// Where an edit reaches beyond the end, or the text or its joints take more than `most` bytes.
    pub(in crate::pgn) fn edited(
        &self,
        edits: &[Edit],
        style: &Style,
        most: usize,
    ) -> Result<Loose, Unwritten> {
        let mut writer = Editor {
            from: self,
            joints: self.joints.iter().peekable(),
            at: 0,
            to: Loose::default(),
            most,
        };
        for edit in edits {
            writer.keep(edit.keep)?;
            writer.drop(edit.drop)?;
            writer.insert(&edit.insert, style.line_end.bytes())?;
        }
        writer.keep(self.text.len() - writer.at)?;
        Ok(writer.to)
    }
}

/// A loose text that is being edited.
struct Editor<'a> {
    from: &'a Loose,
    joints: Peekable<std::slice::Iter<'a, Joint>>,
    /// How far the text was read.
    at: usize,
    to: Loose,
    /// How many bytes the text or its joints may take.
    most: usize,
}

impl Editor<'_> {
    fn end_of(&self, count: usize) -> Result<usize, Unwritten> {
        let end = self.at.checked_add(count);
        end.filter(|&end| end <= self.from.text.len())
            .ok_or(Unwritten::BeyondEnd)
    }

    fn keep(&mut self, count: usize) -> Result<(), Unwritten> {
        let end = self.end_of(count)?;
        // Text put in where a line begins belongs to that line.
        let begins = |joint: &Joint| joint.place == end && joint.kind == JointKind::Line;
        while let Some(joint) = self
            .joints
            .next_if(|joint| joint.place < end || begins(joint))
        {
            self.copy_to(joint.place);
            self.join(joint.kind);
        }
        self.copy_to(end);
        self.check()
    }

    fn check(&self) -> Result<(), Unwritten> {
        match fits(self.to.text.len(), self.to.joints.len(), self.most) {
            true => Ok(()),
            false => Err(Unwritten::TooLong),
        }
    }

    fn join(&mut self, kind: JointKind) {
        let place = self.to.text.len();
        self.to.joints.push(Joint { place, kind });
    }

    fn copy_to(&mut self, end: usize) {
        self.to
            .text
            .extend_from_slice(&self.from.text[self.at..end]);
        self.at = end;
    }

    fn drop(&mut self, count: usize) -> Result<(), Unwritten> {
        let end = self.end_of(count)?;
        // Joints go with the byte after them, but the beginning of a line goes with the line end
        // before it.
        let goes = |joint: &Joint| {
            joint.place < end || joint.place == end && count > 0 && joint.kind == JointKind::Line
        };
        while self.joints.next_if(|joint| goes(joint)).is_some() {}
        self.at = end;
        Ok(())
    }

    fn insert(&mut self, mut bytes: &[u8], line_end: &[u8]) -> Result<(), Unwritten> {
        while let [first, rest @ ..] = bytes {
            self.check()?;
            if let Some(rest) = bytes.strip_prefix(line_end) {
                self.to.text.extend_from_slice(line_end);
                self.join(JointKind::Line);
                bytes = rest;
                continue;
            }
            if *first == b' ' {
                self.join(JointKind::Fold);
            }
            self.to.text.push(*first);
            bytes = rest;
        }
        Ok(())
    }
}
