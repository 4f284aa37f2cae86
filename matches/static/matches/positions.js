/** Whether a board shows the position again that was shown before: somebody may only have come or gone. */
export const samePosition = (before, board) =>
  before?.match === board.match && before.entry === board.entry && board.legal !== null;
