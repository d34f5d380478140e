/** The whole part of `dividend / divisor`, for non-negative integers. Exact, because it uses no fractions. */
export function divideDown(dividend: number, divisor: number): number {
  return (dividend - (dividend % divisor)) / divisor;
}
