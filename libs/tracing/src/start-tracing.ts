/**
 * Loads the SDK if there is a receiver (the base URL of OTLP over HTTP). `program` is a name; `onFailure` is called for each batch
 * of spans that the receiver does not accept. Returns a function that delivers the last spans.
 */
export async function startTracing(
  program: string,
  receiver: string | undefined,
  onFailure: () => void,
): Promise<() => Promise<void>> {
  if (receiver === undefined) return () => Promise.resolve();
  const { startSdk } = await import('./sdk.js');
  return startSdk(program, receiver, onFailure);
}
