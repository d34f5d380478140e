/** The URL of the same database, whose sessions begin with a setting of their own. */
export function withSetting(
  databaseUrl: string,
  { name, value }: { readonly name: string; readonly value: string },
): string {
  const url = new URL(databaseUrl);
  const others = url.searchParams.get('options');
  const setting = `-c ${name}=${value}`;
  url.searchParams.set('options', others === null ? setting : `${others} ${setting}`);
  // `URL` writes a space as a plus sign, which PostgreSQL's clients do not read as one.
  url.search = url.search.replaceAll('+', '%20');
  return url.href;
}
