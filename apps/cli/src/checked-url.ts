import { CommandError } from './command-error';

/** The address of a surface without a slash at its end. @throws CommandError */
export function checkedUrl(url: string, option: string): string {
  if (!URL.canParse(url) || !/^https?:\/\//.test(url))
    throw new CommandError(`${option}: ${JSON.stringify(url)} is not an http(s) URL`);
  return url.replace(/\/+$/, '');
}
