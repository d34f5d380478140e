// The health check of every image: `healthcheck.mjs PORT [PATH]` requests the program's management port, and exits with 0
// only for a 200. The caller sets the deadline.
const [port, path = '/health/live'] = process.argv.slice(2);

try {
  const { status } = await fetch(`http://127.0.0.1:${port}${path}`);
  process.exitCode = status === 200 ? 0 : 1;
} catch {
  process.exitCode = 1;
}
