/* global document -- this file runs in browsers */

/** Shows on the last step what was answered. `questions`: `{id, label}` of each, without a label if it is unanswered. */
export function showReview(questions) {
  const open = questions.filter(({ label }) => label === undefined).length;
  document.getElementById('check-count').textContent =
    open === 0
      ? 'Every question is answered'
      : `${open} ${open === 1 ? 'question is' : 'questions are'} unanswered`;
  for (const { id, label } of questions) {
    const shown = document.querySelector(`[data-answer-to="${id}"]`);
    shown.textContent = label ?? 'Unanswered';
    shown.closest('div').classList.toggle('open', label === undefined);
  }
  document.getElementById('check').hidden = false;
}
