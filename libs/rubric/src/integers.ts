/** The whole part of `dividend / divisor` for whole numbers from 0. Exact, because no fraction is ever formed. */
export function divideDown(dividend: number, divisor: number): number {
  return (dividend - (dividend % divisor)) / divisor;
}
