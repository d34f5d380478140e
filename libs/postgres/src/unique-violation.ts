/** Whether a statement failed because of a unique index (PostgreSQL, appendix A: 23505). */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
