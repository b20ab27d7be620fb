//! The fitted weights of space chess.

use raum_rules::Role;

use super::{ATTACKED, BY_PAWN, CLASSES, HANGING, MATERIAL, PLACEMENT, TEMPO, WEIGHTS};

/// What each feature is worth.
#[derive(Clone, Debug)]
pub struct Weights(pub [i32; WEIGHTS]);

impl Default for Weights {
    fn default() -> Self {
        let mut weights = [0; WEIGHTS];
        for (role, value) in [
            (Role::Queen, 966),
            (Role::Rook, 311),
            (Role::Bishop, 336),
            (Role::Knight, 353),
            (Role::Unicorn, 157),
            (Role::Pawn, 100),
        ] {
            weights[MATERIAL + role as usize] = value;
            weights[HANGING + role as usize] = -36;
            weights[BY_PAWN + role as usize] = if role == Role::Pawn { 0 } else { -40 };
            weights[ATTACKED + role as usize] = 0;
        }
        for class in 0..CLASSES {
            let (file, pair) = (class / 15, class % 15);
            let high = (0..5).rev().find(|high| high * (high + 1) / 2 <= pair).unwrap_or(0);
            let low = pair - high * (high + 1) / 2;
            let centre = |at: usize| 2 - (at as i32 - 2).abs();
            let central = file as i32 + centre(low) + centre(high);
            for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Unicorn] {
                weights[PLACEMENT + role as usize * CLASSES + class] = 6 * central - 15;
            }
            let steps = 8 - (low + high) as i32;
            weights[PLACEMENT + Role::Pawn as usize * CLASSES + class] = match steps {
                0 | 1 => 120,
                2 => 100,
                3 => 50,
                4 => 20,
                _ => 0,
            };
        }
        weights[TEMPO] = 15;
        Self(weights)
    }
}
