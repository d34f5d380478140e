import { isSameName } from '@governance/kernel';
import { FormRefused } from './form-problem';

/** A person confirms with the name what cannot be undone. @throws FormRefused for another name. */
export function checkTypedName(
  form: URLSearchParams,
  { name }: { readonly name: string },
  text: string,
): void {
  if (!isSameName(form.get('name') ?? '', name)) throw new FormRefused({ status: 422, text });
}
