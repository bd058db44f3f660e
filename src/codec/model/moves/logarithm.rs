//! Natural logarithms in whole numbers: the same on every machine.

use crate::coding::cost::rough_log2;

/// 256 ln(1 + i / 256), rounded.
static LOGARITHMS: [u8; 256] = {
    const POINT: u32 = 40;
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        // ln(1 + x) = 2 (z + z^3 / 3 + z^5 / 5 + ...) with z = x / (2 + x).
        let z: i128 = ((i as i128) << POINT) / (512 + i as i128);
        let mut power = z;
        let mut sum = 0;
        let mut k = 1;
        while k < 30 {
            sum += power / k;
            power = (((power * z) >> POINT) * z) >> POINT;
            k += 2;
        }
        table[i] = ((2 * 256 * sum + (1 << (POINT - 1))) >> POINT) as u8;
        i += 1;
    }
    table
};

/// 256 ln(x), within about one; 0 for 0.
#[inline]
pub(crate) fn logarithm(x: u64) -> i32 {
    /// 65,536 ln 2.
    const LN_2: i32 = 45_426;
    let log2 = rough_log2(x);
    let (digits, fraction) = (log2 >> 8, log2 & 255);
    ((digits as i32 * LN_2 + 128) >> 8) + i32::from(LOGARITHMS[fraction as usize])
}
