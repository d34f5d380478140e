/** A name of a result that the client was made for ends with this result. */
export function clientName({
  name,
  domain,
  reference,
}: Record<'name' | 'domain' | 'reference', string | null>): string {
  return name ?? domain ?? reference ?? 'Client without a name';
}
