//! Settings as tables. One row of [`settings!`] defines a field, its initial value, and its form as text.
//!
//! There are three tables: the numbers of the search (`search/params.rs`), the options of the engine (`engine/options/table.rs`)
//! and the preferences of the prompt (`shell/session/preferences.rs`). Columns for one table only (the source of a number, the
//! protocols that offer an option) have their own type.

mod choice;
mod value;

pub use choice::{Worded, choice, named};
pub(crate) use value::FromText;
pub use value::{Form, OnOff, SettingKind, SettingValue, ValueError, Written};

/// A row of a table of settings. `S` has the fields, `A` is the column of the table's own.
pub struct SettingSpec<S, A> {
    /// Words separated by single spaces; letter case does not matter.
    pub name: String,
    /// The values that it takes, and the initial one.
    pub kind: SettingKind,
    pub summary: String,
    pub about: A,
    /// Writes the value in force as text.
    pub(crate) show: Box<dyn Fn(&S) -> String + Send + Sync>,
    /// Takes a value from text; refuses it without any change.
    pub(crate) read: Box<ReadSetting<S>>,
}

type ReadSetting<S> = dyn Fn(&mut S, &str) -> Result<(), ValueError> + Send + Sync;

type Field<S, T> = (fn(&S) -> &T, fn(&mut S) -> &mut T);

impl<S: 'static, A> SettingSpec<S, A> {
    /// Creates the row of a field from its name and summary; `domain` limits its values.
    pub fn new<T, D>(
        (name, summary): (&str, &str),
        about: A,
        domain: D,
        (get, place): Field<S, T>,
        initial: &S,
    ) -> SettingSpec<S, A>
    where
        T: SettingValue<D> + 'static,
        D: Clone + Send + Sync + 'static,
    {
        let allowed = domain.clone();
        SettingSpec {
            name: name.to_owned(),
            kind: get(initial).kind(&domain),
            summary: summary.to_owned(),
            about,
            show: Box::new(move |all| get(all).kind(&domain).initial()),
            read: Box::new(move |all, text| {
                *place(all) = T::read(text, &allowed)?;
                Ok(())
            }),
        }
    }

    /// Returns the value in force, as [`SettingSpec::set`] takes it.
    pub fn value(&self, all: &S) -> String {
        (self.show)(all)
    }

    /// Changes the value. `default` restores the initial value of anything but free text.
    ///
    /// # Errors
    /// If the setting does not take the value; nothing is changed then.
    pub fn set(&self, all: &mut S, value: &str) -> Result<(), ValueError> {
        let restores = value.eq_ignore_ascii_case("default") && !self.kind.is_text();
        if restores { (self.read)(all, &self.kind.initial()) } else { (self.read)(all, value) }
    }
}

/// Finds a row by its name, letter case and runs of spaces aside.
pub fn find<'a, S, A>(rows: &'a [SettingSpec<S, A>], name: &str) -> Option<&'a SettingSpec<S, A>> {
    let words =
        |name: &str| -> Vec<String> { name.split_whitespace().map(str::to_lowercase).collect() };
    let wanted = words(name);
    rows.iter().find(|row| words(&row.name) == wanted)
}

/// Makes a structure and its table. First the structure, the type of the table's own column, the function that builds the
/// initial values, and fields that have no row; then the rows: field, type, initial value, domain, name, own column, summary.
#[doc(hidden)]
#[macro_export]
macro_rules! settings {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $name:ident: $about:ty = ($($maker:tt)+) {
            $($(#[$plain_attribute:meta])* $plain:ident: $plain_type:ty = $plain_initial:expr,)*
        }
        $($(#[$of_field:meta])* $field:ident: $type:ty = $initial:expr, [$($domain:expr)?], $label:literal, $own:expr, $summary:literal;)*
    ) => {
        $(#[$attribute])*
        $visibility struct $name {
            $($(#[$plain_attribute])* pub $plain: $plain_type,)*
            $(#[doc = concat!($summary, ".")] $(#[$of_field])* pub $field: $type,)*
        }

        impl $name {
            $($maker)+() -> $name {
                $name { $($plain: $plain_initial,)* $($field: $initial,)* }
            }

            /// Builds the rows of the table, in its order.
            fn rows() -> Vec<$crate::settings::SettingSpec<$name, $about>> {
                let initial = $name::default();
                vec![$($crate::settings::SettingSpec::new(
                    ($label, $summary),
                    $own,
                    ($($domain)?),
                    (|all: &$name| &all.$field, |all: &mut $name| &mut all.$field),
                    &initial,
                ),)*]
            }
        }
    };
}

pub use settings;

#[cfg(test)]
mod tests {
    use super::*;

    settings! {
        #[derive(Clone, PartialEq, Debug)]
        struct Lamp: u8 = (fn initial) { changes: u32 = 0, }

        watts: u32 = 40, [1..=100], "Lamp watts", 1, "power";
        lit: bool = false, [OnOff], "lit", 2, "whether it is on";
        label: String = "lamp".to_owned(), [], "label", 3, "any text";
    }

    impl Default for Lamp {
        fn default() -> Lamp {
            Lamp::initial()
        }
    }

    #[test]
    fn a_row_shows_sets_and_restores_its_field() {
        let (rows, mut lamp) = (Lamp::rows(), Lamp::default());
        let row = find(&rows, "LAMP  watts").unwrap();
        assert_eq!(
            (row.about, row.value(&lamp), row.kind.range()),
            (1, "40".into(), "1–100".into())
        );
        row.set(&mut lamp, "60").unwrap();
        assert_eq!((lamp.watts, lamp.changes), (60, 0));
        for (wrong, error) in [("101", ValueError::Range), ("bright", ValueError::Kind)] {
            assert_eq!((row.set(&mut lamp, wrong), lamp.watts), (Err(error), 60));
        }
        row.set(&mut lamp, "Default").unwrap();
        find(&rows, "lit").unwrap().set(&mut lamp, "yes").unwrap();
        assert!(lamp.lit);
        find(&rows, "lit").unwrap().set(&mut lamp, "default").unwrap();
        assert_eq!(lamp, Lamp::default());
        // Any text is a text.
        find(&rows, "label").unwrap().set(&mut lamp, "default").unwrap();
        assert_eq!(lamp.label, "default");
        assert!(find(&rows, "volts").is_none());
    }
}
