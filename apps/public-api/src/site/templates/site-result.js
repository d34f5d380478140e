/* global document, print -- this file runs in browsers */
import './domain.js';

const button = document.getElementById('print');
if (button) {
  button.hidden = false;
  button.addEventListener('click', () => print());
}

const badge = document.getElementById('badge');
badge.addEventListener('focus', () => badge.select());
