import { CommandError } from './command-error';

/** The address of a surface without a slash at its end. @throws CommandError */
export function checkedUrl(url: string, option: string): string {
  const problem = problemOfUrl(url);
  if (problem !== true) throw new CommandError(`${option}: ${problem}`);
  return url.replace(/\/+$/, '');
}

/** What is wrong with an address, for the user; true if nothing is. */
export function problemOfUrl(url: string): string | true {
  return (URL.canParse(url) && /^https?:\/\//.test(url)) || `${JSON.stringify(url)} is not an http(s) URL`;
}
