/* global localStorage -- this file runs in browsers */

const name = 'remembered-results';
const mostKept = 50;

/** The results that a visitor asked this browser to remember, the latest first: `{path, headline, day}`. */
export function rememberedResults() {
  try {
    const kept = JSON.parse(localStorage.getItem(name));
    return kept.filter(({ path }) => /^\/[^/\\]/.test(path));
  } catch {
    return [];
  }
}

/** False when the browser keeps nothing. */
export function rememberResult(result) {
  return keep([result, ...others(result)].slice(0, mostKept));
}

export function forgetResult(result) {
  return keep(others(result));
}

function others({ path }) {
  return rememberedResults().filter((other) => other.path !== path);
}

function keep(results) {
  try {
    if (results.length === 0) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(results));
    return true;
  } catch {
    return false;
  }
}
