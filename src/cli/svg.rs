//! SVG, as far as the pictures are alike: the element round each, and words in it. Shapes are every picture's own.

use std::fmt::{Arguments, Display};

/// What ends a picture.
pub const END: &str = "</svg>\n";

/// What begins a picture. `size` are the attributes that say how large it is.
pub fn begin(size: Arguments<'_>, font_size: u8) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" {size} font-family=\"sans-serif\" font-size=\"{font_size}\">\n"
    )
}

/// Words in a picture, where `attributes` say.
pub fn text(attributes: Arguments<'_>, words: impl Display) -> String {
    format!("<text {attributes}>{}</text>", escape(&words.to_string()))
}

/// Words that say what a picture shows, or a shape that the pointer rests on.
pub fn title(words: impl Display) -> String {
    format!("<title>{}</title>", escape(&words.to_string()))
}

fn escape(words: &str) -> String {
    // XML has no control characters, however they are written.
    words
        .replace(|letter: char| letter.is_control(), "?")
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_no_markup() {
        assert_eq!(
            text(format_args!("x=\"{}\"", 1), "a < b\t& c"),
            "<text x=\"1\">a &lt; b?&amp; c</text>"
        );
        assert_eq!(title("</title>"), "<title>&lt;/title&gt;</title>");
    }
}
