import { isPassword } from './password-length';
import { flawOf, passwordFlaws } from './password-policy';

/** The fields `password` and `repeated` of a form in which a user chooses a password. */
export function newPasswordOf(
  form: Readonly<Record<string, unknown>>,
  email: string,
): { readonly password: string } | { readonly problem: string } {
  const { password, repeated } = form;
  if (!isPassword(password)) return { problem: 'The password must have 15 to 256 characters.' };
  if (repeated !== password) return { problem: 'The passwords do not match.' };
  const flaw = flawOf(password, { email });
  return flaw ? { problem: `The password ${passwordFlaws[flaw]}. Choose another one.` } : { password };
}
