/** An event whose default can be prevented, as Electron gives it to listeners of the main process. */
export class StandinEvent {
  defaultPrevented = false;
  preventDefault(): void {
    this.defaultPrevented = true;
  }
}
