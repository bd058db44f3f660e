//! Styles of programs that write PGN, each with all its habits: a game alone in a file shows only
//! some of them.

use super::{Braces, Comments, FoldedSpace, Folding, Gap, Kind, Kinds, Nags, NumberLines, Style};
use std::sync::LazyLock;

/// The styles that are known without being told, the most usual last. Files may still differ in
/// their line ends and in empty lines. The order is part of the format.
pub fn writers() -> &'static [Style] {
    static WRITERS: LazyLock<[Style; 15]> = LazyLock::new(|| {
        [
            ten_moves_a_line(),
            collection(),
            python_chess(),
            python_chess_folded(),
            with_comments_apart(),
            database(),
            without_dots(folded()),
            tournament(),
            engine_match(),
            tight(),
            without_dots(padded()),
            folded(),
            padded(),
            lichess(),
            Style::default(),
        ]
    });
    &*WRITERS
}

/// Spaces at both ends of every comment.
fn padded() -> Style {
    Style {
        braces: Braces::Padded,
        ..Style::default()
    }
}

/// Padded comments, and glyphs as they are, right behind the moves.
fn lichess() -> Style {
    let mut style = Style {
        nags: Nags::Glyphs,
        ..padded()
    };
    for gaps in &mut style.gaps {
        for before in [Kind::White, Kind::Black] {
            gaps[before as usize][Kind::Glyph as usize] = Gap::None;
        }
    }
    style
}

/// Lines of 80 columns, folded at every space, comments, too.
fn folded() -> Style {
    let mut style = Style {
        width: 80,
        comments: Comments::Folded,
        ..Style::default()
    };
    for gap in style.gaps.iter_mut().flatten().flatten() {
        if *gap == Gap::Space {
            *gap = Gap::Fold;
        }
    }
    style
}

/// No number behind a comment.
fn without_dots(style: Style) -> Style {
    Style {
        dotted: Kinds::of(&[Kind::Begin, Kind::Open, Kind::Close, Kind::Blank]),
        ..style
    }
}

/// `gap` between a number and its move.
fn with_numbers(gap: Gap, mut style: Style) -> Style {
    for gaps in &mut style.gaps {
        gaps[Kind::Number as usize][Kind::White as usize] = gap;
        gaps[Kind::Dots as usize][Kind::Black as usize] = gap;
    }
    style
}

/// Folded, without spaces behind numbers.
fn tight() -> Style {
    with_numbers(Gap::None, folded())
}

/// Engines that play each other: a comment behind each move, in the same line.
fn engine_match() -> Style {
    let mut style = without_dots(Style {
        width: 80,
        ..Style::default()
    });
    for after in [Kind::Number, Kind::Black, Kind::End] {
        style.gaps[0][Kind::Comment as usize][after as usize] = Gap::Fold;
    }
    style
}

/// Engines that play each other: folded, comments padded.
fn tournament() -> Style {
    Style {
        braces: Braces::Padded,
        ..folded()
    }
}

/// Folded even behind the points of numbers that have no space.
fn database() -> Style {
    Style {
        width: 74,
        folded_space: FoldedSpace::KeptIfItFits,
        ..with_numbers(Gap::Split, folded())
    }
}

/// Folded, each comment in lines of its own.
fn with_comments_apart() -> Style {
    let apart = |gap: &mut Gap| {
        if *gap == Gap::Fold {
            *gap = Gap::SpaceLine;
        }
    };
    let mut style = Style {
        width: 75,
        comments: Comments::default(),
        folded_space: FoldedSpace::KeptIfItFits,
        ..without_dots(tight())
    };
    for gaps in &mut style.gaps {
        for other in Kind::ALL {
            apart(&mut gaps[other as usize][Kind::Comment as usize]);
            apart(&mut gaps[Kind::Comment as usize][other as usize]);
        }
    }
    style
}

/// Padded comments, and spaces within brackets.
fn python_chess() -> Style {
    with_brackets(Gap::Space, padded())
}

/// The same, folded but for comments.
fn python_chess_folded() -> Style {
    let style = with_brackets(Gap::Fold, folded());
    Style {
        braces: Braces::Padded,
        comments: Comments::default(),
        ..style
    }
}

/// `gap` at the inner sides of brackets.
fn with_brackets(gap: Gap, mut style: Style) -> Style {
    for gaps in &mut style.gaps {
        for other in Kind::ALL {
            gaps[Kind::Open as usize][other as usize] = gap;
            gaps[other as usize][Kind::Close as usize] = gap;
        }
    }
    style
}

/// Tight lines of whole moves that end once they are long, and two spaces before the result.
fn collection() -> Style {
    let mut style = with_numbers(
        Gap::None,
        Style {
            width: 72,
            folding: Folding::OnceLong,
            ..Style::default()
        },
    );
    let main_line = &mut style.gaps[0];
    main_line[Kind::Black as usize][Kind::Number as usize] = Gap::Fold;
    for before in [Kind::White, Kind::Black] {
        main_line[before as usize][Kind::End as usize] = Gap::Two;
    }
    style
}

/// A line for every ten moves, all but the first behind a space.
fn ten_moves_a_line() -> Style {
    with_numbers(
        Gap::None,
        Style {
            moves_a_line: 10,
            number_lines: NumberLines::Indented,
            ..Style::default()
        },
    )
}
