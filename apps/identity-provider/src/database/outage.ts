/** SQLSTATE classes and codes that mean "not now" rather than "not so". */
const outageClasses = ['08', '53', '57'];
const outageCodes = ['25P03', '55P03'];

/** Whether an error of the driver says that the database is out of reach, as against a mistake in the statement. */
export function isOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  // Every answer of the server has a severity. What has none comes from the network, or from a wait that was too long.
  if (!('severity' in error)) return comesFromDriver(error);
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && (outageClasses.includes(code.slice(0, 2)) || outageCodes.includes(code));
}

const driverMessages =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|pool after calling end/;

function comesFromDriver(error: object): boolean {
  const { message } = error as { message?: unknown };
  return 'syscall' in error || (typeof message === 'string' && driverMessages.test(message));
}
