//! The plot of the lab: how many positions each profile had solved within how many nodes, as one SVG file.

use plotters::prelude::*;

use super::SetupTally;
use super::view::LabAnswer;
use crate::chess::foreign::readable;
use crate::tools::suite::Without;

/// Width and height, in units of the picture.
const SIZE: (u32, u32) = (900, 520);

/// Colours that can be told apart, also by those who see red and green alike (Okabe and Ito's).
const COLORS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(90, 90, 90),
];

pub(super) fn svg(reply: &LabAnswer) -> Result<String, String> {
    let mut picture = String::new();
    draw(reply, &mut picture).map_err(|error| error.to_string())?;
    Ok(picture)
}

fn draw(reply: &LabAnswer, picture: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let whole = reply.setups.iter().filter(|result| result.setup.without == Without::Nothing);
    let mut curves: Vec<(&str, &SetupTally)> =
        whole.map(|result| (result.setup.profile, &result.tally)).collect();
    // The legend reads as the curves end: the highest first.
    curves.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.solved));
    let most = curves.iter().map(|(_, tally)| tally.solved).max().unwrap_or(0).max(1);
    let least = curves.iter().filter_map(|(_, tally)| tally.solutions.first()).min();
    let least = (*least.unwrap_or(&1)).max(1);
    let root = SVGBackend::with_string(picture, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let name = reply.path.file_name().unwrap_or_default().to_string_lossy();
    let title = format!("{}: positions solved within N nodes", readable(&name));
    let nodes = (least as f64..reply.nodes.max(least + 1) as f64).log_scale();
    let mut chart = ChartBuilder::on(&root)
        .caption(title, ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(42)
        .y_label_area_size(52)
        .build_cartesian_2d(nodes, 0.0..most as f64 * 1.05)?;
    chart
        .configure_mesh()
        .x_desc("nodes, of each position from the beginning to where the answer stayed right")
        .y_desc(format!("solved, of {}", reply.positions))
        .x_label_formatter(&|nodes: &f64| crate::ink::number::short(*nodes as u64))
        .y_label_formatter(&|solved: &f64| format!("{solved:.0}"))
        .light_line_style(TRANSPARENT)
        .draw()?;
    for (number, (profile, tally)) in curves.iter().enumerate() {
        let color = COLORS[number % COLORS.len()];
        let label = format!("{profile} {}", tally.solved);
        chart
            .draw_series(LineSeries::new(steps(tally, least, reply.nodes), color.stroke_width(2)))?
            .label(label)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.9))
        .border_style(BLACK.mix(0.3))
        .draw()?;
    root.present()?;
    Ok(())
}

/// A step for each position solved, from the least nodes to the most.
fn steps(tally: &SetupTally, least: u64, most: u64) -> Vec<(f64, f64)> {
    let mut points = vec![(least as f64, 0.0)];
    for (solved, &nodes) in tally.solutions.iter().enumerate() {
        let nodes = nodes.max(least) as f64;
        points.extend([(nodes, solved as f64), (nodes, solved as f64 + 1.0)]);
    }
    points.push((most as f64, tally.solutions.len() as f64));
    points
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::search::Rule;
    use crate::tools::lab::view::SetupResult;
    use crate::tools::lab::{LabSetup, Trial};
    use crate::tools::suite::LeftOut;

    fn reply(solutions: &[u64]) -> LabAnswer {
        let trial = |&nodes: &u64| Trial {
            solved: true,
            solution: Some((nodes, Duration::ZERO)),
            nodes: 10_000,
            elapsed: Duration::ZERO,
            depth: (5, 9_000),
            cutoffs: (10, 9),
            rules: [0; Rule::COUNT],
        };
        let trials: Vec<Trial> = solutions.iter().map(trial).collect();
        LabAnswer {
            path: "suite <&> \"quoted\".epd".into(),
            positions: 9,
            nodes: 10_000,
            setups: vec![SetupResult {
                setup: LabSetup::whole("quarterply"),
                tally: SetupTally::of(&trials),
                rungs: Vec::new(),
            }],
            table: "suite.lab.csv".into(),
            resumed: 0,
            plot: None,
            stopped: false,
            elapsed: Duration::ZERO,
            left_out: LeftOut::default(),
        }
    }

    #[test]
    fn a_picture_names_its_curves_and_escapes_its_title() {
        let picture = svg(&reply(&[10, 200, 5_000])).unwrap();
        assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
        assert!(picture.contains("quarterply 3") && picture.contains("solved, of 9"));
        assert!(!picture.contains("<&>"));
    }

    #[test]
    fn nothing_solved_is_a_picture_too() {
        assert!(svg(&reply(&[])).unwrap().contains("quarterply 0"));
    }

    #[test]
    fn steps_rise_by_one() {
        let tally = &reply(&[10, 200]).setups[0].tally;
        let points = steps(tally, 10, 1_000);
        assert_eq!(points.first(), Some(&(10.0, 0.0)));
        assert_eq!(points.last(), Some(&(1_000.0, 2.0)));
        assert!(points.is_sorted_by(|a, b| a.0 <= b.0 && a.1 <= b.1));
    }
}
