const files = ['main', 'worker', 'browser', 'migrate', 'dev-token'];

/** The file of a program such as `platform-api/worker`, and the first arguments: other commands of operators share one file. */
export function programFile(program: string): readonly [file: string, ...args: string[]] {
  const [app = '', name = ''] = program.split('/');
  return files.includes(name) ? [program] : [`${app}/operate`, name];
}
