/** The statements of a psql file, with variables from `\getenv` substituted for `:'name'` as in psql. */
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
