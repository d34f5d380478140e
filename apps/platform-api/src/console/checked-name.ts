import { isSameName } from '@governance/kernel';
import { type ShownForm } from './form-fields';
import { FormRefused } from './form-problem';

/** The form in which a person types the name of what cannot be undone. */
export function typedNameForm(name: string): ShownForm {
  return { fields: { name: { label: `Type the name to confirm: ${name}` } } };
}

/** A person confirms with the name what cannot be undone. @throws FormRefused for another name. */
export function checkTypedName(
  form: URLSearchParams,
  { name }: { readonly name: string },
  text: string,
): void {
  if (!isSameName(form.get('name') ?? '', name)) throw FormRefused.at('name', text, 422);
}
