/** What the command line asks for. */
export interface BenchArguments {
  readonly smoke: boolean;
  /** Rows by name; none means all. */
  readonly names: readonly string[];
}

/** @throws for an option or a row that there is not. */
export function benchArguments(args: readonly string[], known: readonly string[]): BenchArguments {
  const options = args.filter((argument) => argument.startsWith('-'));
  const names = args.filter((argument) => !argument.startsWith('-'));
  const unknown =
    options.find((option) => option !== '--smoke') ?? names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new Error(`${unknown} is not known. Option: --smoke. Rows: ${known.join(', ')}`);
  }
  return { smoke: options.includes('--smoke'), names };
}
