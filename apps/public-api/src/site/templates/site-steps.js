/* global document, location -- this file runs in browsers */

/**
 * Shows one section of the form at a time: the one that the address names, by itself or by something in it. Going back and
 * forth is the browser's own, and every step can be linked to.
 */
export class Steps {
  constructor(form, onShow) {
    this.form = form;
    this.onShow = onShow;
    this.sections = [...form.querySelectorAll('.step')];
    form.classList.add('stepwise');
    for (const part of form.querySelectorAll('.turns, #back')) part.hidden = false;
    globalThis.addEventListener('hashchange', () => this.follow());
  }

  /** Goes to where the address leads; to `otherwise` when it leads nowhere, and then leaves the focus alone. */
  follow(otherwise = this.sections[0]) {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const section = target?.closest('.step');
    this.show(section ?? otherwise);
    if (section) focusOn(target);
  }

  show(section) {
    for (const other of this.sections) other.hidden = other !== section;
    for (const link of document.querySelectorAll('.steps a')) {
      if (link.hash === `#${section.id}`) link.setAttribute('aria-current', 'step');
      else link.removeAttribute('aria-current');
    }
    this.onShow(section);
  }
}

/** A section is announced by its heading; a question takes its answer, or its first. */
export function focusOn(target) {
  const field =
    target.querySelector('h2[tabindex]') ??
    target.querySelector('input:checked') ??
    target.querySelector('input') ??
    target;
  field.focus({ preventScroll: true });
  const top = target.matches('.step') ? (document.querySelector('.opening') ?? target) : target;
  // Another step is another page: there is no way to show between the two.
  top.scrollIntoView({ block: 'start', behavior: 'instant' });
}
