//! The weights that are trained: one set for each orbit of hidden units, which the units of an orbit share.

use std::num::NonZero;

use raum_engine::space::{HIDDEN, ORBITS, SYMMETRIES, turned_input};

use crate::{
    model::{BIAS, Gradient, Model, ROWS},
    parallel,
};

/// The row of a network in which a unit under a symmetry has the weights of this row.
fn turned_row(symmetry: usize, row: usize) -> usize {
    if row < BIAS {
        turned_input(symmetry, row)
    } else {
        row
    }
}

/// The whole network: every unit with the weights of its orbit.
pub fn expand(tied: &Model<ORBITS>, model: &mut Model<HIDDEN>) {
    for (number, row) in tied.rows.iter().enumerate() {
        for symmetry in 0..SYMMETRIES {
            let units = &mut model.rows[turned_row(symmetry, number)];
            units[symmetry * ORBITS..][..ORBITS].copy_from_slice(row);
        }
    }
    model.output_bias = tied.output_bias;
}

/// The gradient of the shared weights: the sum over the units that share them, in a fixed order.
pub fn fold(
    threads: NonZero<usize>,
    gradients: &[Gradient<HIDDEN>],
    folded: &mut Gradient<ORBITS>,
) {
    folded.clear();
    let size = ROWS.div_ceil(threads.get());
    let rows = folded.sum.rows.chunks_mut(size);
    let items = rows
        .zip(folded.touched.chunks_mut(size))
        .enumerate()
        .collect();
    parallel::map(threads, items, |(part, (rows, touched))| {
        for (at, (row, touched)) in rows.iter_mut().zip(touched).enumerate() {
            for symmetry in 0..SYMMETRIES {
                let number = turned_row(symmetry, part * size + at);
                for gradient in gradients.iter().filter(|gradient| gradient.touched[number]) {
                    *touched = true;
                    let slopes = &gradient.sum.rows[number][symmetry * ORBITS..];
                    for (sum, slope) in row.iter_mut().zip(slopes) {
                        *sum += slope;
                    }
                }
            }
        }
    });
    for gradient in gradients {
        for (sum, slope) in folded
            .sum
            .output_bias
            .iter_mut()
            .zip(&gradient.sum.output_bias)
        {
            *sum += slope;
        }
        folded.loss += gradient.loss;
    }
}
