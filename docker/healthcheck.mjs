// The health check of every image: `healthcheck.mjs PORT [PATH]` asks the program's management port, and exits with 0 only
// when it answers 200. Who runs it sets the deadline.
const [port, path = '/health/live'] = process.argv.slice(2);

try {
  const { status } = await fetch(`http://127.0.0.1:${port}${path}`);
  process.exitCode = status === 200 ? 0 : 1;
} catch {
  process.exitCode = 1;
}
