//! Curves of the error as a picture in SVG: what was learned from, and what was held out, epoch by epoch.

use std::fmt::Write as _;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 80.0;
const TOP: f64 = 30.0;
const RIGHT: f64 = 20.0;
const BOTTOM: f64 = 40.0;

/// The picture of the errors of each epoch: on what was learned from, and on what was held out.
pub(super) fn losses(losses: &[(f64, f64)]) -> String {
    let all = losses.iter().flat_map(|&(learned, held_out)| [learned, held_out]);
    let (low, high) = all.fold((f64::MAX, f64::MIN), |(l, h), loss| (l.min(loss), h.max(loss)));
    let (low, high) = match losses {
        [] => (0.0, 1.0),
        _ if low < high => (low, high),
        _ => (low - 1e-6, low + 1e-6),
    };
    let last = (losses.len().max(2) - 1) as f64;
    let x = |at: usize| LEFT + (WIDTH - LEFT - RIGHT) * at as f64 / last;
    let y = |loss: f64| TOP + (HEIGHT - TOP - BOTTOM) * (high - loss) / (high - low);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for tick in 0..=4 {
        let loss = low + (high - low) * f64::from(tick) / 4.0;
        let at = y(loss);
        // Writing to a string cannot fail.
        let _ = writeln!(
            svg,
            "<line x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{}\" y2=\"{at:.1}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{loss:.5}</text>",
            WIDTH - RIGHT,
            LEFT - 6.0,
            at + 4.0
        );
    }
    let learned: Vec<f64> = losses.iter().map(|loss| loss.0).collect();
    let held_out: Vec<f64> = losses.iter().map(|loss| loss.1).collect();
    for (curve, color) in [(learned, "#1f6fb4"), (held_out, "#d1541f")] {
        let points = curve.iter().enumerate();
        let points: Vec<String> =
            points.map(|(at, &loss)| format!("{:.1},{:.1}", x(at), y(loss))).collect();
        let points = points.join(" ");
        let _ = writeln!(
            svg,
            "<polyline fill=\"none\" stroke=\"{color}\" stroke-width=\"2\" points=\"{points}\"/>"
        );
    }
    let _ = write!(
        svg,
        "<text x=\"{LEFT}\" y=\"18\" fill=\"#1f6fb4\">learned from</text><text x=\"{}\" y=\"18\" fill=\"#d1541f\">held out</text>\n\
         <text x=\"{}\" y=\"{}\" text-anchor=\"end\">epoch {}</text><text x=\"{LEFT}\" y=\"{}\">epoch 1</text>\n</svg>\n",
        LEFT + 100.0,
        WIDTH - RIGHT,
        HEIGHT - 14.0,
        losses.len(),
        HEIGHT - 14.0
    );
    svg
}
