//! Operators of small types, one row each; and tables indexed by one of a few values. Bitboards have theirs in `bitboard.rs`.

/// Implements operators for `Copy` types: `Depth: Add add (one, other: Depth) Depth(one.0 + other.0);`.
macro_rules! operators {
    ($($(#[$about:meta])* $name:ident: $operator:ident $method:ident ($one:ident $(, $other:ident: $with:ty)?) $result:expr;)*) => {$(
        $(#[$about])*
        impl std::ops::$operator $(<$with>)? for $name {
            type Output = $name;

            #[inline(always)]
            fn $method(self $(, $other: $with)?) -> $name {
                let $one = self;
                $result
            }
        }
    )*};
}

pub(crate) use operators;

/// Implements operators that assign, by those that they are made of: `Depth: AddAssign add_assign Add::add;`.
macro_rules! assigning {
    ($($name:ident: $operator:ident $method:ident $of:ident::$plain:ident;)*) => {$(
        impl std::ops::$operator for $name {
            #[inline(always)]
            fn $method(&mut self, other: $name) {
                *self = std::ops::$of::$plain(*self, other);
            }
        }
    )*};
}

pub(crate) use assigning;

/// Implements the index of a table with a value for each `key`.
macro_rules! indexed {
    ($table:ident[$key:ident]) => {
        impl<T> std::ops::Index<$key> for $table<T> {
            type Output = T;

            fn index(&self, key: $key) -> &T {
                &self.0[key.index()]
            }
        }

        impl<T> std::ops::IndexMut<$key> for $table<T> {
            fn index_mut(&mut self, key: $key) -> &mut T {
                &mut self.0[key.index()]
            }
        }
    };
}

pub(super) use indexed;
