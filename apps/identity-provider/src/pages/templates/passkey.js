/* global document, SimpleWebAuthnBrowser -- this file runs in browsers, after the library */

const { browserSupportsWebAuthn, startAuthentication, startRegistration } = SimpleWebAuthnBrowser;

const form = document.querySelector('form[data-passkey]');
const missing = document.querySelector('[data-passkey-missing]');
const failed = document.querySelector('[data-passkey-failed]');

const failures = {
  InvalidStateError: 'This device or key already has a passkey for this account.',
  NotAllowedError: 'No passkey was used. Try again.',
};

/** Only the members that the server reads: the form has a size limit. */
async function answer() {
  const optionsJSON = JSON.parse(form.dataset.options);
  if (form.dataset.passkey === 'create') {
    const { id, rawId, type, response } = await startRegistration({ optionsJSON });
    const { clientDataJSON, attestationObject, transports } = response;
    return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } };
  }
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } };
}

async function send(button) {
  button.disabled = true;
  failed.hidden = true;
  try {
    form.elements.credential.value = JSON.stringify(await answer());
    form.submit();
  } catch (error) {
    failed.querySelector('span').textContent = failures[error.name] ?? 'The passkey did not work. Try again.';
    failed.hidden = false;
    button.disabled = false;
  }
}

if (form && browserSupportsWebAuthn()) {
  form.hidden = false;
  missing.hidden = true;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send(form.querySelector('button[type=submit]'));
  });
}
