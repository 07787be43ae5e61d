import Console

extension Korean {
  /// Backups, and the repair of a store.
  static let upkeep: Language.Table = [
    "Backed up to '%1' and read back: %2, %3": "'%1' 파일에 백업하고 다시 읽어 확인했습니다: %2, %3",
    "Backed up, but older backups could not be removed: %1":
      "백업은 완료했지만 오래된 백업을 삭제할 수 없습니다: %1",
    "Check the permissions of the folder": "폴더의 권한을 확인하세요",
    "Copies the store, also one that is being served, as it is at one moment, and reads the copy back: that the file is sound, and that its ledger adds up. Writers wait while it is copied; those of a PostgreSQL database do not, and its backup is a file, too. An existing file is never replaced, and nothing is left of a backup that fails. Do not copy a store that is in use with 'cp': the copy is damaged. To restore a backup, stop the server and put the file in the place of the store; to a database, 'market copy' it.\nWith '--to' the file is market-YYYYMMDDTHHMMSSZ.db in a folder, after the moment in UTC. '--keep' then removes the oldest backups beyond that many, once the new one is complete. Only files with such names count and are removed.":
      "서버에서 사용 중인 저장소도 한 시점의 상태 그대로 복사하고, 사본을 다시 읽어 파일이 온전하고 장부가 맞는지 확인합니다. 복사하는 동안 파일에 쓰는 명령은 기다리고 PostgreSQL 데이터베이스에 쓰는 명령은 기다리지 않습니다. 데이터베이스의 백업도 파일입니다. 기존 파일은 바꾸지 않으며, 실패한 백업은 남기지 않습니다. 사용 중인 저장소를 'cp'로 복사하지 마세요. 사본이 손상됩니다. 백업을 복원하려면 서버를 멈추고 파일을 저장소 자리에 놓으세요. 데이터베이스에는 'market copy'로 복사하세요.\n'--to'를 사용하면 폴더에 UTC 시각을 이름으로 한 market-YYYYMMDDTHHMMSSZ.db 파일을 만듭니다. '--keep'을 함께 지정하면 새 백업이 완성된 뒤 그 개수를 넘는 가장 오래된 백업을 삭제합니다. 이 형식의 이름을 가진 파일만 세고 삭제합니다.",
    "Create the folder, or pass another one with '--to'": "폴더를 만들거나 '--to'로 다른 폴더를 지정하세요",
    "Dry run, no backup made.": "모의 실행이며 백업하지 않았습니다.",
    "Each day: keep the backups of a week.": "매일 실행하여 일주일 치 백업을 보관합니다.",
    "Remove the oldest backups in the folder beyond this many.":
      "폴더의 백업이 이 개수를 넘으면 가장 오래된 것부터 삭제합니다.",
    "Removed '%1'": "삭제했습니다: '%1'",
    "Would remove '%1'": "삭제할 백업: '%1'",
    "Would write:": "만들 백업:",
    "Write a file with the time in its name to this folder.": "시각을 이름으로 한 파일을 이 폴더에 만듭니다.",
  ]
}
