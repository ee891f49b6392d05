//! Values that are one of a few words.

pub trait Worded: Copy {
    /// Lists all values, in the order in which people see them.
    fn all() -> Vec<Self>;

    fn word(self) -> &'static str;
}

/// `None`: the program decides.
impl<T: Worded> Worded for Option<T> {
    fn all() -> Vec<Option<T>> {
        std::iter::once(None).chain(T::all().into_iter().map(Some)).collect()
    }

    fn word(self) -> &'static str {
        self.map_or("auto", T::word)
    }
}

/// Makes an enumeration whose values have words.
#[doc(hidden)]
#[macro_export]
macro_rules! choice {
    ($(#[$attribute:meta])* $name:ident { $($(#[$of:meta])* $value:ident = $word:literal,)* }) => {
        $crate::settings::named! {
            $(#[$attribute])*
            #[derive(Clone, Copy, PartialEq, Eq, Debug)]
            pub enum $name { $($(#[$of])* $value = $word,)* }
        }

        impl $crate::settings::Worded for $name {
            fn all() -> Vec<$name> {
                $name::ALL.to_vec()
            }

            fn word(self) -> &'static str {
                self.name()
            }
        }
    };
}

pub use choice;

/// Makes an enumeration whose values have names, and can be listed.
#[doc(hidden)]
#[macro_export]
macro_rules! named {
    ($(#[$attribute:meta])* $visible:vis enum $name:ident { $($(#[$of:meta])* $value:ident = $word:literal,)* }) => {
        $(#[$attribute])*
        $visible enum $name {
            $($(#[$of])* $value,)*
        }

        impl $name {
            /// All values, in their order.
            $visible const ALL: [$name; [$($word),*].len()] = [$($name::$value),*];

            /// The name of the value.
            $visible const fn name(self) -> &'static str {
                match self {
                    $($name::$value => $word,)*
                }
            }
        }
    };
}

pub use named;
