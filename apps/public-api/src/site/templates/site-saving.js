/* global addEventListener, document, fetch, FormData, HTMLFormElement, URL, URLSearchParams -- this file runs in browsers */

const texts = {
  changed: 'Not saved yet.',
  saved: 'Saved.',
  differs: 'Saved in another browser meanwhile. Press “Save and continue later” to see what differs.',
  failed: 'We could not save your answers. Go on, and save again later.',
};

/**
 * Saves the sheet of a campaign at the service, as its button does, whenever the step changes and when the page is no longer in sight. A
 * writer who comes later is told what differs.
 */
export class Saving {
  constructor(form) {
    this.form = form;
    this.status = document.getElementById('saved');
    this.changed = false;
    this.isRunning = false;
    this.last = Promise.resolve();
    addEventListener('hashchange', () => void this.save());
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) void this.save();
    });
    addEventListener('beforeunload', (event) => {
      if (this.changed) event.preventDefault();
    });
    form.addEventListener('submit', (event) => this.#leave(event));
  }

  /** False: what was typed now is not kept yet. */
  change() {
    this.changed = true;
    this.status.textContent = texts.changed;
    return false;
  }

  /** One after the other: each names the version that the one before has written. */
  save() {
    this.last = this.last.then(() => this.#save());
    return this.last;
  }

  /** Ends the sheet: the browser sends the form, and goes where its answer leads. */
  async send() {
    await this.last;
    this.changed = false;
    // The form has a button with this name.
    HTMLFormElement.prototype.submit.call(this.form);
  }

  /** The button names the version that a running save writes. */
  #leave(event) {
    const { submitter } = event;
    if (submitter?.name !== 'save') return;
    this.changed = false;
    if (!this.isRunning) return;
    event.preventDefault();
    void this.last.then(() => this.form.requestSubmit(submitter));
  }

  async #save() {
    if (!this.changed) return;
    this.changed = false;
    this.isRunning = true;
    const body = new URLSearchParams(new FormData(this.form));
    body.set('save', 'later');
    const response = await fetch(this.form.action, { method: 'POST', body }).catch(() => undefined);
    this.isRunning = false;
    const version = response?.ok ? new URL(response.url).searchParams.get('saved') : null;
    if (version !== null) {
      this.form.elements.version.value = version;
      if (!this.changed) this.status.textContent = texts.saved;
      return;
    }
    this.changed = true;
    this.status.textContent = [403, 409].includes(response?.status) ? texts.differs : texts.failed;
  }
}
