//! The SVG that all pictures share: the outer element, and text. Each picture draws its own shapes.

use std::fmt::{Arguments, Display};

/// The end of a picture.
pub const END: &str = "</svg>\n";

/// The beginning of a picture. `size` holds the attributes for its size.
pub fn begin(size: Arguments<'_>, font_size: u8) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" {size} font-family=\"sans-serif\" font-size=\"{font_size}\">\n"
    )
}

/// A text element; `attributes` say where it stands.
pub fn text(attributes: Arguments<'_>, words: impl Display) -> String {
    format!("<text {attributes}>{}</text>", escape(&words.to_string()))
}

/// A title, which programs show as a tooltip of the shape that it is in, or as the name of the
/// picture.
pub fn title(words: impl Display) -> String {
    format!("<title>{}</title>", escape(&words.to_string()))
}

fn escape(words: &str) -> String {
    // XML does not allow control characters, not even escaped.
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
