/** SQLSTATE classes and codes that mean "not now" rather than "not so". Class 28: the login does not work, say while a password is changed. */
const outageClasses = ['08', '28', '53', '57'];
const outageCodes = ['25P03', '3D000', '55P03'];
const networkCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
];

/** The client's own words for a connection that was lost or could not be had; they carry no code. */
const clientMessages =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|pool after calling end/;

/** Whether an error of the driver says that the database is out of reach, as against a mistake in the statement. */
export function isOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  // A failed call of the operating system, whatever its code: the network, or no more files to open.
  if ('syscall' in error) return true;
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code !== 'string') return typeof message === 'string' && clientMessages.test(message);
  return outageClasses.includes(code.slice(0, 2)) || [...outageCodes, ...networkCodes].includes(code);
}
