/** SQLSTATE classes of temporary failures. Class 28: the login fails, for example during a password change. */
const outageClasses = ['08', '28', '53', '57'];
/** 25006: the server is a standby, or was switched to read-only. */
export const readOnlyCode = '25006';
const outageCodes = [readOnlyCode, '25P03', '3D000', '55P03'];
const networkCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
];

/** The driver's messages for a connection that was lost or could not be opened; these errors have no code. */
const clientMessages =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|pool after calling end/;

/** Whether a driver error means that the database is unavailable, and not that the statement is wrong. */
export function isOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  // Any failed system call: a network error, or no free file descriptor.
  if ('syscall' in error) return true;
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code !== 'string') return typeof message === 'string' && clientMessages.test(message);
  return outageClasses.includes(code.slice(0, 2)) || [...outageCodes, ...networkCodes].includes(code);
}
