/** NIST SP 800-63B-4, 3.1.1.2: 15 characters if a password may be the only factor; no composition rules. */
export const shortestPassword = 15;
export const longestPassword = 256;

export function isPassword(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.isWellFormed() &&
    value.length >= shortestPassword &&
    value.length <= longestPassword
  );
}
