import { IsEmail } from 'class-validator';

/** One plain address that mail goes to: the same on both surfaces. Quoted and non-ASCII local parts are not taken. */
export function IsMailAddress(): PropertyDecorator {
  return IsEmail({ allow_utf8_local_part: false, blacklisted_chars: '"' });
}
