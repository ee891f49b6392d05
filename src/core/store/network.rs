//! The file of a network: its shape, its provenance and its weights, under one checksum.
//!
//! [`NetworkFile`] is the file's format, version 1: the order and types of its fields must not change. The weights are defined,
//! and checked, in `eval/network/`.

use std::path::Path;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::codec::{self, CodecError, FileKind};
use super::{FileError, WrittenFiles, file};
use crate::eval::Network;
use crate::eval::network::NetworkRole;
use crate::eval::network::shape::{HEADS, INPUTS, REGION_INPUTS, REGIONS};

const VERSION: u16 = 1;

pub const EXTENSION: &str = "qpn";

pub(crate) const MOST_BYTES: u64 = 1 << 22;

/// Heads and regions of a file. Those of older files are repeated, so that the network has [`HEADS`] and [`REGIONS`].
type FileShape = (usize, usize);

const SHAPES: [FileShape; 3] = [(HEADS, REGIONS), (HEADS, 1), (HEADS / 2, 1)];

/// Name of the shape of a network whose output is the value of a position, or is added to the classical evaluation.
fn architecture((heads, regions): FileShape, role: NetworkRole) -> String {
    let beside = match role {
        NetworkRole::Value => "",
        NetworkRole::Residual => ", beside classical",
    };
    let regions = if regions == 1 { String::new() } else { format!(" by {regions} regions") };
    format!(
        "(768 mirrored{regions} -> width) x 2 -> {heads} heads by men, SCReLU, QA 255, QB 64{beside}"
    )
}

/// Provenance of a network: for information, and to reproduce it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct NetworkOrigin {
    /// Which generation it is: 1 learned from games of the classical evaluation.
    pub generation: u32,
    /// Seed of the initial weights and of the order of the positions.
    pub seed: u64,
    pub positions: u64,
    /// The training positions, with a checksum.
    pub data: String,
    pub commands: Vec<String>,
    /// The program that wrote it, as in `quarterply 0.1.0`.
    pub written_by: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedNetwork {
    pub origin: NetworkOrigin,
    pub network: Network,
}

/// The network in the program; `workshop/README.md` has the commands that made it.
pub fn built_in() -> &'static SavedNetwork {
    static BUILT_IN: LazyLock<SavedNetwork> = LazyLock::new(|| {
        let read = SavedNetwork::decode(include_bytes!("default.qpn"));
        // Part of the program as much as its code: a test reads it.
        read.unwrap_or_else(|error| unreachable!("the network in the program: {error}"))
    });
    &BUILT_IN
}

#[derive(Serialize, Deserialize)]
struct NetworkFile {
    architecture: String,
    origin: NetworkOrigin,
    width: u32,
    inputs: u32,
    scale: i32,
    head_bias: Vec<i32>,
    /// Sixteen bits each, little endian.
    weights: Vec<u8>,
}

impl SavedNetwork {
    pub(crate) fn encode(&self) -> Result<Vec<u8>, CodecError> {
        let file = NetworkFile {
            architecture: architecture(SHAPES[0], self.network.role()),
            origin: self.origin.clone(),
            width: self.network.width() as u32,
            inputs: INPUTS as u32,
            scale: self.network.scale(),
            head_bias: self.network.head_bias().to_vec(),
            weights: self
                .network
                .weights()
                .iter()
                .flat_map(|weight| weight.to_le_bytes())
                .collect(),
        };
        codec::seal(FileKind::Network, VERSION, &file)
    }

    pub(crate) fn decode(bytes: &[u8]) -> Result<SavedNetwork, CodecError> {
        let file: NetworkFile = codec::open(FileKind::Network, VERSION, bytes)?;
        let roles = [NetworkRole::Value, NetworkRole::Residual];
        let mut known = SHAPES.into_iter().flat_map(|shape| roles.map(|role| (shape, role)));
        let known = known.find(|&(shape, role)| {
            architecture(shape, role) == file.architecture
                && file.inputs as usize == shape.1 * REGION_INPUTS
        });
        let Some(((heads, regions), role)) = known else {
            let NetworkFile { architecture: found, inputs, .. } = file;
            let expected = architecture(SHAPES[0], NetworkRole::Value);
            return Err(CodecError::malformed(format_args!(
                "a network of {inputs} inputs, \"{found}\", where one of {INPUTS}, \"{expected}\", was expected"
            )));
        };
        let found = file.head_bias.len();
        if found != heads {
            return Err(CodecError::malformed(format_args!(
                "{found} heads where {heads} were expected"
            )));
        }
        let head_bias = std::array::from_fn(|head| file.head_bias[head * heads / HEADS]);
        let (pairs, rest) = file.weights.as_chunks::<2>();
        if !rest.is_empty() {
            return Err(CodecError::malformed("half a weight at its end"));
        }
        let mut weights: Vec<i16> = pairs.iter().map(|&pair| i16::from_le_bytes(pair)).collect();
        let width = file.width as usize;
        let (columns, rest) = (width * regions * REGION_INPUTS, width * (1 + 2 * heads));
        // Other lengths are refused below.
        if weights.len() == columns + rest {
            let others = weights.split_off(columns);
            let (bias, head_rows) = others.split_at(width);
            weights = weights.repeat(REGIONS / regions);
            weights.extend(bias);
            let head_rows = head_rows.chunks(2 * width);
            weights.extend(head_rows.flat_map(|head| head.repeat(HEADS / heads)));
        }
        let network = Network::new(width, &weights, head_bias, file.scale, role)
            .map_err(CodecError::malformed)?;
        Ok(SavedNetwork { origin: file.origin, network })
    }

    pub fn save(&self, files: &WrittenFiles, path: &Path) -> Result<(), FileError> {
        let bytes = self.encode().map_err(|error| FileError::content(path, error))?;
        files.write(path, &bytes)
    }

    pub fn load(path: &Path) -> Result<SavedNetwork, FileError> {
        let bytes = file::read(path, MOST_BYTES)?;
        SavedNetwork::decode(&bytes).map_err(|error| FileError::content(path, error))
    }
}

/// Returns the checksum of the weights of a network, which identifies it.
pub fn checksum(network: &Network) -> u64 {
    let weights = network
        .weights()
        .iter()
        .fold(codec::CHECKSUM_START, |sum, weight| codec::checksum_on(sum, &weight.to_le_bytes()));
    network
        .head_bias()
        .into_iter()
        .fold(weights, |sum, bias| codec::checksum_on(sum, &bias.to_le_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network::shape::WIDTHS;
    use crate::eval::network::weight_count;

    fn example(width: usize, role: NetworkRole) -> SavedNetwork {
        let weights: Vec<i16> =
            (0..weight_count(width)).map(|at| (at % 200) as i16 - 100).collect();
        let origin = NetworkOrigin {
            generation: 2,
            seed: 7,
            positions: 1_000,
            data: "games.qpd".to_owned(),
            commands: vec!["train games.qpd".to_owned()],
            written_by: "quarterply 0.1.0".to_owned(),
        };
        let network =
            Network::new(width, &weights, [1, -2, 3, -4, 5, -6, 7, -8], 190, role).unwrap();
        SavedNetwork { origin, network }
    }

    #[test]
    fn what_is_saved_can_be_loaded() {
        let both = [NetworkRole::Value, NetworkRole::Residual];
        for (width, role) in WIDTHS.into_iter().flat_map(|width| both.map(|r| (width, r))) {
            let saved = example(width, role);
            let bytes = saved.encode().unwrap();
            assert!((bytes.len() as u64) < MOST_BYTES);
            assert_eq!(SavedNetwork::decode(&bytes), Ok(saved));
        }
    }

    #[test]
    fn the_network_in_the_program_is_whole_and_says_where_it_comes_from() {
        let SavedNetwork { origin, network } = built_in();
        assert_eq!(network.role(), NetworkRole::Value);
        assert!(origin.generation > 0 && origin.positions > 100_000, "{origin:?}");
        assert!(origin.commands.iter().any(|line| line.starts_with("train ")), "{origin:?}");
    }

    /// A thousand files, each wrong in one way: cut, a bit turned, or something behind the end.
    #[test]
    fn no_harmed_file_is_taken_for_a_network() {
        let bytes = example(32, NetworkRole::Residual).encode().unwrap();
        let mut seed = 5_u64;
        let mut next = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % below
        };
        for turn in 0..1_000 {
            let mut harmed = bytes.clone();
            match turn % 3 {
                0 => harmed.truncate(next(bytes.len())),
                1 => harmed[next(bytes.len())] ^= 1 << next(8),
                _ => harmed.extend(vec![0; 1 + next(9)]),
            }
            assert!(SavedNetwork::decode(&harmed).is_err(), "turn {turn}");
        }
    }

    #[test]
    fn heads_and_regions_of_an_older_file_are_repeated() {
        let weights = (0..32 * (REGION_INPUTS + 1 + HEADS)).map(|at| (at % 119) as i16);
        let file = NetworkFile {
            architecture: architecture(SHAPES[2], NetworkRole::Residual),
            origin: NetworkOrigin::default(),
            width: 32,
            inputs: REGION_INPUTS as u32,
            scale: 200,
            head_bias: vec![1, 2, 3, 4],
            weights: weights.clone().flat_map(i16::to_le_bytes).collect(),
        };
        let bytes = codec::seal(FileKind::Network, VERSION, &file).unwrap();
        let network = SavedNetwork::decode(&bytes).unwrap().network;
        assert_eq!(network.role(), NetworkRole::Residual);
        assert_eq!(network.head_bias(), [1, 1, 2, 2, 3, 3, 4, 4]);
        let weights: Vec<i16> = weights.collect();
        let (columns, others) = weights.split_at(32 * REGION_INPUTS);
        let (found, found_others) = network.weights().split_at(32 * INPUTS);
        assert!(found.chunks(columns.len()).all(|region| region == columns));
        let (bias, heads) = others.split_at(32);
        assert_eq!(&found_others[..32], bias);
        let pairs = heads.chunks(64).zip(found_others[32..].chunks(128));
        for (former, now) in pairs {
            assert_eq!((&now[..64], &now[64..]), (former, former));
        }
    }

    #[test]
    fn an_unharmed_file_of_something_else_is_refused_with_what_was_expected() {
        let refused = |file: &NetworkFile| {
            let bytes = codec::seal(FileKind::Network, VERSION, file).unwrap();
            SavedNetwork::decode(&bytes).unwrap_err().to_string()
        };
        let file = || NetworkFile {
            architecture: architecture(SHAPES[0], NetworkRole::Value),
            origin: NetworkOrigin::default(),
            width: 32,
            inputs: INPUTS as u32,
            scale: 200,
            head_bias: vec![0; HEADS],
            weights: vec![0; 2 * weight_count(32)],
        };
        let bytes = codec::seal(FileKind::Network, VERSION, &file()).unwrap();
        assert!(SavedNetwork::decode(&bytes).is_ok());
        assert!(refused(&NetworkFile { inputs: 704, ..file() }).contains("768"));
        assert!(refused(&NetworkFile { width: 33, ..file() }).contains("32, 64, 128, 256 and 512"));
        assert!(refused(&NetworkFile { head_bias: vec![0; 3], ..file() }).contains("8 were"));
        assert!(refused(&NetworkFile { weights: vec![0; 9], ..file() }).contains("half a weight"));
        assert!(refused(&NetworkFile { weights: vec![0; 10], ..file() }).contains("5 weights"));
        assert!(refused(&NetworkFile { scale: -1, ..file() }).contains("scale"));
        let session = codec::seal(FileKind::Session, 1, &0_u8).unwrap();
        assert!(SavedNetwork::decode(&session).unwrap_err().to_string().contains("network"));
        let foreign = b"NNUE\x20\x00\x00\x00";
        assert!(SavedNetwork::decode(foreign).unwrap_err().to_string().contains("QPLY"));
    }
}
