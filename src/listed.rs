//! Enumerations that know all of their variants.

/// Defines an enumeration and `ALL`, the list of its variants, which its numbers are places in:
/// none can be forgotten in it.
macro_rules! listed {
    (
        $(#[$meta:meta])*
        $see:vis enum $name:ident {
            $($(#[$variant_meta:meta])* $variant:ident $(= $number:literal)?,)*
        }
    ) => {
        $(#[$meta])*
        $see enum $name {
            $($(#[$variant_meta])* $variant $(= $number)?,)*
        }

        impl $name {
            /// All of them, in the order of their numbers.
            $see const ALL: [$name; [$($name::$variant),*].len()] = [$($name::$variant),*];
        }

        const _: () = {
            let mut place = 0;
            while place < $name::ALL.len() {
                assert!($name::ALL[place] as usize == place, "numbers are places in the list");
                place += 1;
            }
        };
    };
}

pub(crate) use listed;
