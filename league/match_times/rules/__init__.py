"""Rules of agreed match times, which fetch nothing: availability, common slots, proposals and deadlines."""
