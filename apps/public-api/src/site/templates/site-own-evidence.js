/* global document -- this file runs in browsers */

const members = ['owner', 'note', 'link', 'reviewOn'];

/** The evidence that a visitor records in the form, by question. */
export class OwnEvidence {
  constructor(form, ids) {
    this.form = form;
    this.ids = ids;
  }

  /** As in a submission: without what is empty. */
  read() {
    const entries = this.ids.map((id) => [id, this.#entry(id)]);
    return Object.fromEntries(entries.filter(([, entry]) => Object.keys(entry).length > 0));
  }

  /** With `instead`, what the draft does not have becomes empty. Otherwise what the page already holds wins. */
  restore(draft, instead) {
    for (const id of this.ids) {
      for (const member of members) {
        const field = this.#field(member, id);
        if (instead || field.value === '') field.value = String(draft[id]?.[member] ?? '');
      }
    }
    this.mark();
  }

  /** Says of each question whether there is something in its closed part. */
  mark() {
    for (const id of this.ids) {
      const details = this.#field('owner', id).closest('details');
      details.querySelector('.recorded').hidden = Object.keys(this.#entry(id)).length === 0;
    }
  }

  #entry(id) {
    const texts = members.map((member) => [member, this.#field(member, id).value.trim()]);
    return Object.fromEntries(texts.filter(([, text]) => text !== ''));
  }

  #field(member, id) {
    return this.form.elements[`${member}.${id}`];
  }
}

/** Every part is printed and searched open, and a field with a problem is in sight. */
export function openAround(field) {
  const details = field.closest('details');
  if (details) details.open = true;
}

/** The fields that describe a field: what it is about, if that is said, and what is wrong with it. */
export function describedBy(name, problem) {
  return [`${name}-about`, ...(problem ? [`${name}-error`] : [])]
    .filter((id) => document.getElementById(id) !== null)
    .join(' ');
}
