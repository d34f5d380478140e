/** The statements of a file for psql, with what `\getenv` reads put in as psql does for `:'name'`. */
export function statementsOf(text: string, variables: Readonly<Record<string, string>>): readonly string[] {
  const values = new Map(
    [...text.matchAll(/^\\getenv (\w+) (\w+)$/gm)].map(([, name = '', variable = '']) => [
      name,
      variables[variable] ?? '',
    ]),
  );
  return text
    .replaceAll(/^(?:--|\\getenv).*$/gm, '')
    .replaceAll(/:'(\w+)'/g, (_, name: string) => `'${(values.get(name) ?? '').replaceAll("'", "''")}'`)
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
