/* global document, fetch, location, setTimeout -- this file runs in browsers */

const pauseMs = 1000;

/** Resolves when the file is made or refused. A lost connection is neither. */
async function answered(api) {
  for (;;) {
    const answer = await fetch(api, { method: 'HEAD' }).catch(() => undefined);
    if (answer && answer.status !== 202) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

const progress = document.getElementById('progress');
if (progress) {
  await answered(progress.dataset.api);
  location.replace(progress.dataset.page);
}
