import { emblemSvg } from '@governance/design';
import { escapeHtml } from '../escape-html';

export interface SignInView {
  /** Of the connection. */
  readonly name: string;
  readonly email: string;
  /** The base path of the forms. */
  readonly path: string;
  readonly problem?: string;
}

interface Page {
  readonly header: string;
  readonly title: string;
  readonly content: string;
}

function layout({ header, title, content }: Page): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<title>${escapeHtml(`${title} – ${header}`)}</title>
<link rel="stylesheet" href="/upstream.css"><link rel="icon" href="data:,"></head>
<body><header>${emblemSvg({ size: 40 })}<span>${escapeHtml(header)}</span></header>
<main>${content}</main>
<footer><p>This represents an organization's own OpenID provider. Its users and their passwords are in <strong>.dev/stack.json</strong>.</p></footer></body>
</html>
`;
}

export function signInPage({ name, email, path, problem }: SignInView): string {
  const alert =
    problem === undefined ? '' : `<p class="alert" role="alert" id="problem">${escapeHtml(problem)}</p>`;
  const invalid = problem === undefined ? '' : ' aria-invalid="true" aria-describedby="problem"';
  const content = `<p class="kicker">Your organization</p><h1>Sign in at your organization</h1>
<p class="lead">Then you go back to where you came from.</p>${alert}
<form method="post" action="${path}/login">
<div class="field"><label for="email">Email address</label><input id="email" name="email" type="email" value="${escapeHtml(email)}" autocomplete="username" required${invalid}></div>
<div class="field"><label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" required${invalid}></div>
<button class="primary" type="submit">Sign in</button>
</form>
<form method="post" action="${path}/cancel"><button class="quiet" type="submit">Cancel and go back</button></form>`;
  return layout({ header: name, title: problem === undefined ? 'Sign in' : 'Error: Sign in', content });
}

/** A page with a message. */
export function messagePage(heading: string, text: string): string {
  const content = `<h1>${escapeHtml(heading)}</h1><p class="lead">${escapeHtml(text)}</p>`;
  return layout({ header: 'Single sign-on', title: heading, content });
}
